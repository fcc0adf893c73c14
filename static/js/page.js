// What every page runs.
