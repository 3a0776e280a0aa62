"""A sample on the processes of MPI, the first of which hands out the work:

mpiexec -n 3 python -m mpi4py.futures on_mpi.py SCENARIO TRIALS
"""

import sys

from mpi4py.futures import MPIPoolExecutor

import fizzle

if __name__ == "__main__":
    scenario, trials = fizzle.load(sys.argv[1]), int(float(sys.argv[2]))
    with MPIPoolExecutor() as executor:
        print(scenario.sample(trials, executor=executor, parts="parts"))
