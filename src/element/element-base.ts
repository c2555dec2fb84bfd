/** `HTMLElement`, or an empty class on servers, where the module can be imported but no element can be created. */
export const ElementBase: typeof HTMLElement =
  globalThis.HTMLElement ?? (class {} as unknown as typeof HTMLElement);
