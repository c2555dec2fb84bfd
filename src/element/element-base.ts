/** `HTMLElement`, or a stand-in on servers, where the module may be imported but no element be made. */
export const ElementBase: typeof HTMLElement =
  globalThis.HTMLElement ?? (class {} as unknown as typeof HTMLElement);
