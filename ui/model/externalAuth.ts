import { array, type Infer, string, type } from 'superstruct';

/** That a user signs in by an account elsewhere. */
export const ExternalAuth = type({
  id: string(),
  /** The short name: `google`. */
  provider: string(),
  /** Who the user is at the provider. */
  providerId: string(),
});
export type ExternalAuth = Infer<typeof ExternalAuth>;

export const ExternalAuths = array(ExternalAuth);
