// Linear red, green and blue from 10 bits each of their square roots, red lowest.
vec3 crowdColor(uint bits) {
  vec3 root = vec3(float(bits & 1023u), float((bits >> 10u) & 1023u), float((bits >> 20u) & 1023u)) / 1023.0;
  return root * root;
}
