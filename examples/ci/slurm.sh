#!/bin/sh
# One check of a large project on a cluster: the tasks of an array each take a shard, and a job that waits for them prints the report.
#
#   ./slurm.sh [FILES...]     in the project's directory, on a file system that all nodes share; fporder-check in the PATH
set -e
tasks=16
mkdir -p shards
test $# -gt 0 || set -- src/*.cpp
array=$(sbatch --parsable --array=1-$tasks --cpus-per-task=4 --output=shards/%a.log --wrap \
  "fporder-check -p build -j4 --shard=\$SLURM_ARRAY_TASK_ID/$tasks:shards/\$SLURM_ARRAY_TASK_ID.shard $*")
sbatch --dependency=afterok:"$array" --output=fporder.txt --wrap "fporder-check merge --format=text --format=html:fporder.html shards/*.shard"
