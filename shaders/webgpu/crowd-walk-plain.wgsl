// In place of crowd-walk-leave.wgsl, crowd-walk-march.wgsl and crowd-walk-routes.wgsl, where nobody has been told what takes them.
struct CrowdRoute {
  point: vec2<f32>,
  left: f32,
}

fn crowdHasRoute(at: u32) -> bool { return false; }

fn crowdAlongRoute(at: u32, place: vec2<f32>) -> CrowdRoute { return CrowdRoute(place, 0.0); }

fn crowdLeave(i: u32, at: u32, place: vec2<f32>, preferred: f32, before: CrowdAim) -> CrowdAim { return before; }

fn crowdMarch(at: u32, place: vec2<f32>, own: vec4<f32>, before: CrowdAim) -> CrowdAim { return before; }
