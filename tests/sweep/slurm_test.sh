#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a study through a real Slurm on this machine alone (munged, slurmctld and slurmd from Debian's packages slurm-wlm and
# munge, everything in a temporary folder) and compares with the local result.
# Usage: slurm_test.sh BINARY
# Exit status: 0 the same; 77 skipped: there is no Slurm here, or it does not start; 1 anything else.
set -euo pipefail
binary=$(realpath "$1")
PATH=$PATH:/usr/sbin:/sbin
skip() { printf 'SKIPPED: %s\n' "$*"; exit 77; }
for program in munged mungekey slurmctld slurmd sbatch squeue scancel scontrol sinfo python3; do
  command -v $program > /dev/null || skip "$program is missing (Debian: slurm-wlm, munge)"
done

folder=$(mktemp -d /tmp/tensix-slurm-XXXXXX)
chmod 755 "$folder"
started=()
finish() {
  local pid
  for pid in "${started[@]}"; do kill "$pid" 2> /dev/null || true; done
  for pid in "${started[@]}"; do
    for _ in $(seq 50); do kill -0 "$pid" 2> /dev/null || break; sleep 0.1; done
    kill -9 "$pid" 2> /dev/null || true
  done
  rm -rf "$folder"
}
trap finish EXIT
cd "$folder"
mkdir state spool munge work
chmod 700 munge
# A free port each, above those that connections get.
read -r controller node < <(python3 -c '
import socket
s = [socket.socket() for _ in range(2)]
for x in s: x.bind(("127.0.0.1", 0))
print(*[x.getsockname()[1] for x in s])')
host=$(hostname -s)
cat > slurm.conf << END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
SlurmctldPort=$controller
SlurmdPort=$node
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
CryptoType=crypto/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SchedulerParameters=sched_min_interval=100000,bf_interval=1
ReturnToService=2
MpiDefault=none
NodeName=node NodeHostname=$host NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=main Nodes=node Default=YES MaxTime=10 State=UP
END
export SLURM_CONF=$folder/slurm.conf
mungekey --create --keyfile="$folder/munge/key" --bits=1024
munged --foreground --force --socket="$folder/munge/socket" --key-file="$folder/munge/key" --pid-file="$folder/munge/pid" \
  --log-file="$folder/munge/log" --seed-file="$folder/munge/seed" --num-threads=2 > munged.out 2>&1 &
started+=($!)
slurmctld -D > slurmctld.out 2>&1 &
started+=($!)
slurmd -D > slurmd.out 2>&1 &
started+=($!)
for _ in $(seq 200); do
  [ "$(sinfo --noheader --format=%T 2> /dev/null)" != idle ] || break
  sleep 0.1
done
if [ "$(sinfo --noheader --format=%T 2> /dev/null)" != idle ]; then
  tail -n 5 ./*.out ./*.log munge/log 2> /dev/null || true
  skip "Slurm does not start here (its messages are above)"
fi

cd work
cat > study.json << 'END'
{
  "format": "tensix-tlm-study", "version": 1, "name": "slurm",
  "base": { "kernel": "datacopy", "options": { "maxclk": 100000 } },
  "axes": [ { "axis": "l1.banks", "values": [8, 16, 32] }, { "axis": "shape", "values": ["32x32", "64x32", "64x64"] } ]
}
END
"$binary" sweep study.json --out local.jsonl
timeout 100 "$binary" sweep study.json --out cluster.jsonl --launcher slurm --slurm-tasks 3 --slurm-partition main \
  --slurm-option=--time=2 || { cat cluster.jsonl.parts/*.log ../*.log; exit 1; }
cmp local.jsonl cluster.jsonl
[ ! -e cluster.jsonl.parts ] && [ ! -e cluster.jsonl.partial ]
# Levers are such a sweep of points that they make themselves.
lever=(datacopy --shape 32x32 --only player. --only hand_over.)
"$binary" levers "${lever[@]}" --out here.json > here.txt
mkdir elsewhere
timeout 100 "$binary" levers "${lever[@]}" --out elsewhere/there.json --launcher slurm --slurm-tasks 2 --slurm-option=--time=2 > there.txt
cmp here.json elsewhere/there.json
cmp here.txt there.txt
[ "$(ls elsewhere)" = there.json ] && [ ! -e there.json.study.json ]
# A search: each round is such a job.
search=(study.json --minimise cycles --points 7)
"$binary" optimise "${search[@]}" --out here.json > here.txt
timeout 100 "$binary" optimise "${search[@]}" --out elsewhere/there.json --launcher slurm --slurm-tasks 2 --slurm-option=--time=2 > there.txt
cmp here.json elsewhere/there.json
cmp here.txt there.txt
[ "$(ls elsewhere)" = there.json ] && [ "$(ls -d ./*round* 2> /dev/null)" = "" ]
# Ended within a round; what that left is of something else then, and at last the search goes on without Slurm.
for _ in 1 2; do
  timeout --signal=INT 1 "$binary" optimise "${search[@]}" --out elsewhere/there.json --launcher slurm --slurm-tasks 2 \
    --slurm-option=--begin=now+1hour 2> said.txt && { echo "it should have been ended"; exit 1; }
  grep -q '^optimise: Slurm job' said.txt
  sed -i 's/"slurm_tasks":1/"slurm_tasks":9/' elsewhere/there.json.round.partial
done
"$binary" optimise "${search[@]}" --out elsewhere/there.json > there.txt
cmp here.json elsewhere/there.json
[ "$(ls elsewhere)" = there.json ] && [ "$(ls -d ./*round* 2> /dev/null)" = "" ]

# Ended while its job runs: the job is cancelled, the same command goes on.
timeout --signal=INT 1 "$binary" sweep study.json --out again.jsonl --launcher slurm --slurm-tasks 3 \
  --slurm-option=--begin=now+1hour && { echo "it should have been ended"; exit 1; }
[ -z "$(squeue --noheader)" ] || { squeue; echo "the job is still in the queue"; exit 1; }
timeout 100 "$binary" sweep study.json --out again.jsonl --launcher slurm --slurm-tasks 3
cmp local.jsonl again.jsonl

# Killed while its job waits: the same command waits for that job, and submits no other.
"$binary" sweep study.json --out killed.jsonl --launcher slurm --slurm-tasks 3 --slurm-option=--hold 2> first.txt &
launcher=$!
for _ in $(seq 100); do [ "$(wc -l < killed.jsonl.partial 2> /dev/null || echo 0)" -lt 2 ] || break; sleep 0.1; done
kill -9 $launcher
wait $launcher || true
(sleep 0.5; scontrol release "$(squeue --noheader --format=%F | head -1)") &
timeout 100 "$binary" sweep study.json --out killed.jsonl --launcher slurm --slurm-tasks 3 2> second.txt
cmp local.jsonl killed.jsonl
grep -q "Slurm job" first.txt
if grep "Slurm job" second.txt; then echo "a second job was submitted"; exit 1; fi
echo "the same through Slurm $(slurmd -V | cut -d' ' -f2)"
