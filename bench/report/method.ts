/** How the numbers come about; shown beside them wherever they are shown. */
export const METHOD = [
  'Every contender draws the same people of the sample kit (six skinned parts, 41 bones) at the same places, under the same light, from the same camera, walking at the same phases of a fixed clock; only “all the clothes” has more meshes to draw. No antialiasing, no tone mapping.',
  'A frame runs from the first line of its JavaScript until the GPU has finished it, told by a pixel read back (WebGL) or by the queue’s own word (WebGPU). JavaScript is the part of it until the last call returns. GPU milliseconds are the sum of its passes by the GPU’s own clock, taken on frames apart, where there is one; browsers round them.',
  'All contenders of a count are alive together and take turns, round by round, after a warm-up; a number is the median of its frames ± half the distance from the 10th to the 90th percentile. “Of clones” is the frame against that of cloned skeletons on their fastest backend, in the same run: compare these between machines, not milliseconds.',
  'Draws are draw commands as they enter the browser, in all passes, the ground’s included. Triangles are missing where the GPU alone decides what it draws. First frame is the time from files in memory to the first finished frame, shaders compiled, modules loaded before. Heap is what JavaScript holds; browsers tell it only when started to.',
  'PlayCanvas bakes crowds as well and is not compared: it takes one mesh with one material and no colours at its vertices, and so would draw another picture.',
] as const;
