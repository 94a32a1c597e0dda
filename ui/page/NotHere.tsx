import type { ReactNode } from 'react';
import { Note } from '../kit/layout/Note';
import { builtInDashboard } from './serverLine';

/** Sentences about what this page cannot do on a server, by the missing ability. */
const sentences = {
  apiDocs: 'Lowline has no API docs for this server.',
  tokenPage: 'On this server each auth collection has token options of its own. Lowline does not edit them.',
  providersPage:
    'On this server each auth collection has sign-in providers of its own. Lowline does not edit them.',
  mailTemplates:
    'On this server each auth collection has mail templates of its own. Lowline does not edit them.',
} as const;

export type MissingAbility = keyof typeof sentences;

/** Stands in the place of a page, or of its part, that this server cannot have. */
export function NotHere({ ability }: { ability: MissingAbility }): ReactNode {
  const address = builtInDashboard();
  return (
    <Note kind="info" role="status">
      {sentences[ability]} {address && <a href={address}>Open its own dashboard</a>}
    </Note>
  );
}
