import type { CrowdResponse } from 'three-crowd';
import { CrowdClient } from 'three-crowd/client';
import { inject } from 'vitest';

/** Response of the service with the sample kit for one of its sample crowds. */
export function fetchSampleCrowd(crowdId = 'cr_Teahouse'): Promise<CrowdResponse> {
  const [baseUrl, apiKey] = [inject('baseUrl'), inject('sampleKey')];
  return new CrowdClient({ baseUrl, apiKey, dangerouslyAllowBrowser: true }).getCrowd(crowdId);
}
