import { array, string, type } from 'superstruct';

/** A collection as a newer server sends it. */
export const NewerCollection = type({
  id: string(),
  name: string(),
  type: string(),
  fields: array(type({ id: string(), name: string(), type: string() })),
});

export const OtpAnswer = type({ otpId: string() });
