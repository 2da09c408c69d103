"""The kernels of this folder are those that generate.py writes."""

import pathlib
import sys
import tempfile

import generate

HERE = pathlib.Path(__file__).parent


def main():
    """Writes them to another place and compares."""
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder)
        generate.write(made)
        names = sorted(path.name for path in made.iterdir())
        assert len(names) == 5, names
        for name in names:
            assert (made / name).read_text(encoding="utf-8") == (HERE / name).read_text(encoding="utf-8"), f"{name} is not what generate.py writes"
    print(f"{', '.join(names)}: as written")


if __name__ == "__main__":
    sys.exit(main())
