interface Brands {
  readonly userAgentData?: {
    readonly brands: readonly { readonly brand: string; readonly version: string }[];
  };
}

/** Name and major version. */
export function browserName({ userAgent, userAgentData }: Pick<Navigator, 'userAgent'> & Brands): string {
  const brand = userAgentData?.brands.toSorted((a, b) => rank(a.brand) - rank(b.brand))[0];
  if (brand) return `${brand.brand} ${brand.version}`;
  const [, name, version] = /(Firefox|Version|Chrome)\/(\d+)/.exec(userAgent) ?? [];
  if (!name) return userAgent;
  return `${name === 'Version' ? 'Safari' : name} ${version}`;
}

/** Ranks the browser's brand before its engine's, and both before the meaningless one (GREASE). */
function rank(brand: string): number {
  if (/not.?a.?brand/i.test(brand.replaceAll(/[^a-z]/gi, ''))) return 2;
  return brand === 'Chromium' ? 1 : 0;
}
