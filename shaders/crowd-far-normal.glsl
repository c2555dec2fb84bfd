// Normal of a far vertex from 10 bits per component.
vec3 crowdFarNormal(uint bits) {
  return vec3(float(bits & 1023u), float((bits >> 10u) & 1023u), float((bits >> 20u) & 1023u)) / 511.5 - 1.0;
}
