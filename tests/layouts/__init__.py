"""A machine for layouts: stacks of block devices at random, and the judgement of the runner on each."""
