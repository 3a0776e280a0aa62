"""A sample on the workers of Ray: python on_ray.py SCENARIO TRIALS"""

import sys
from concurrent.futures import Executor

import ray

import fizzle


class Ray(Executor):
    def submit(self, work, *arguments):
        return ray.remote(work).remote(*arguments).future()


if __name__ == "__main__":
    scenario, trials = fizzle.load(sys.argv[1]), int(float(sys.argv[2]))
    print(scenario.sample(trials, executor=Ray(), parts="parts"))
