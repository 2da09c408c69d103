// Numbers in text: one record a line, fields separated by comma, semicolon, tab or blanks (the first of these that the first record contains).
//
// Lines that are empty or begin with '#' are skipped. Where no field of the first record is a number, it is a header: each column is then a
// tensor of one dimension with that name. Without one, all of it is one tensor, rows x columns (one dimension where there is one column).
// Numbers: decimal and hexadecimal floating point (0x1.8p+1), "nan", "inf", "infinity" in any case and with a sign, "1.#INF", "1.#QNAN", "1.#IND".
// Fields may stand in double quotes. Lines end with LF or CRLF; a byte order mark of UTF-8 is skipped.
// Values are correctly rounded to binary64, or to binary32 when that type is asked for; they are stored as such.
#pragma once

#include "runtime/data/tensor.h"

namespace fporder::data {

/// All tensors of a text. `name` names the one of a text without header; `type` is Binary64 or Binary32 (narrower formats are read as binary64, and
/// are for whoever uses the values to round to). Errors name line and column: a field that is no number, an empty field, a number beyond the type, a
/// record with more or fewer fields than the first, a first record that mixes names and numbers, a column without name or with a name for the second
/// time, quotes that do not end, bytes that are not text.
Result<std::vector<Tensor>> readCsv(const Bytes &bytes, const std::string &file, const std::string &name,
                                    format::Format type = format::Format::Binary64);

} // namespace fporder::data
