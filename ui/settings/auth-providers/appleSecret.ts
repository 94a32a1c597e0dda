import { generateAppleSecret } from '../../backend/settings';
import type { FieldErrors } from '../../model/fieldErrors';
import { createForm, type Form } from '../../page/forms/form';
import * as writeLock from '../../page/session/writeLock';
import * as toasts from '../../page/toasts';
import { allErrors, durationErrors, requiredErrors } from '../settingsRules';

export interface AppleKeyForm {
  clientId: string;
  teamId: string;
  keyId: string;
  privateKey: string;
  /** In seconds. */
  duration: string;
}

/** In seconds. Apple accepts at most about six months. */
export const secretLife = { least: 1, most: 15_777_000 } as const;

const idLength = 10;
const ids = ['teamId', 'keyId'] as const;

export function createAppleSecret(
  clientId: string,
  onGenerated: (made: { clientId: string; secret: string }) => void,
): Form<AppleKeyForm> {
  return createForm<AppleKeyForm>({
    initial: { clientId, teamId: '', keyId: '', privateKey: '', duration: String(secretLife.most) },
    check: appleKeyErrors,
    mayWrite: () => writeLock.ask({ what: 'generate a client secret', verb: 'generate' }),
    save: async (values) => {
      const key = {
        clientId: values.clientId.trim(),
        teamId: values.teamId.trim(),
        keyId: values.keyId.trim(),
        privateKey: values.privateKey.trim(),
        duration: Number(values.duration),
      };
      onGenerated({ clientId: key.clientId, secret: await generateAppleSecret(key) });
      toasts.success('Successfully generated client secret.');
    },
  });
}

export function appleKeyErrors(values: AppleKeyForm): FieldErrors {
  const wrong = ids.filter((key) => values[key].trim().length !== idLength);
  return allErrors(
    requiredErrors(values, ['clientId', ...ids, 'privateKey']),
    durationErrors(values, ['duration'], secretLife),
    Object.fromEntries(
      wrong.map((key) => [
        key,
        { code: 'validation_length_invalid', message: `The length must be exactly ${idLength}.` },
      ]),
    ),
  );
}
