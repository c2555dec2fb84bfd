// After `keep`: finishes its draws. A single invocation.
fn crowdKeepArgs(i: u32) -> void {
  if (i == 0u) { crowdFinish(CROWD_KEPT); }
}
