/** The validator of Khronos has no types of its own; these are the parts that the tests use. */
declare module 'gltf-validator' {
  interface Message {
    readonly code: string;
    readonly message: string;
    /** 0 error, 1 warning, 2 information, 3 hint. */
    readonly severity: number;
    readonly pointer?: string;
  }

  interface Report {
    readonly issues: { readonly numErrors: number; readonly messages: readonly Message[] };
    readonly info: {
      readonly totalTriangleCount: number;
      readonly totalVertexCount: number;
      readonly animationCount: number;
    };
  }

  const validator: { validateBytes(bytes: Uint8Array): Promise<Report> };
  export default validator;
}
