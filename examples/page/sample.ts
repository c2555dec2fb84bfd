/** What the service tells everyone about its sample crowds. */
export interface Sample {
  /** A key that reads the sample crowds and nothing else. */
  readonly key: string;
  readonly crowds: readonly { readonly crowd_id: string; readonly name: string }[];
}

/** The sample crowds of the service that serves this page. */
export async function fetchSample(): Promise<Sample> {
  const response = await fetch(new URL('/sample.json', location.origin));
  if (!response.ok)
    throw new Error(`${response.url} answered ${response.status}: this page needs the reference service.`);
  return (await response.json()) as Sample;
}
