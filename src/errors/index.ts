export {
  AssetError,
  BoneTextureError,
  DisposedError,
  RecipeError,
  RigError,
  SimulationError,
  UnitError,
  UnknownClipError,
  UnknownPartError,
  UnsupportedError,
} from './content-errors.js';
export { CrowdError } from './crowd-error.js';
export { isCrowdError } from './is-crowd-error.js';
export type { ApiErrorDetails } from './service-errors.js';
export {
  ApiError,
  AuthenticationError,
  ConnectionError,
  InvalidRequestError,
  InvalidResponseError,
  NotFoundError,
  PermissionError,
  QuotaError,
  TimeoutError,
  WebhookError,
} from './service-errors.js';
