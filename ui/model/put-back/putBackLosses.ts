import { countOf } from '../../platform/text';
import { type Collection, collectionTypeOf } from '../collection';
import type { SchemaField } from '../field';
import { type LostField, lostFieldSentence } from './fittedAnswer';

/** A record that comes back without a part of what it had. */
interface Losing {
  readonly today: Collection;
  readonly lostFields: readonly LostField[];
  readonly lostFiles: readonly string[];
  /** The ids of related records that do not come back. */
  readonly relations: readonly { readonly field: SchemaField; readonly missing: readonly string[] }[];
}

/** Collects what does not come back, so that equal losses are one sentence. */
export class LossList {
  private fields = new Map<string, string>();
  private files = 0;
  private targets = new Map<string, number>();
  private takenReferences = 0;

  addDraft({ today, lostFields, lostFiles, relations }: Losing): void {
    for (const lost of lostFields) {
      this.fields.set(`${today.id}/${lost.field.id}`, lostFieldSentence(lost, today));
    }
    this.files += lostFiles.length;
    for (const { field, missing } of relations) {
      if (missing.length === 0) continue;
      this.targets.set(field.name, (this.targets.get(field.name) ?? 0) + missing.length);
    }
  }

  addTakenReference(): void {
    this.takenReferences += 1;
  }

  isEmpty(): boolean {
    return this.fields.size + this.files + this.targets.size + this.takenReferences === 0;
  }

  sentences(drafts: readonly Pick<Losing, 'today'>[]): string[] {
    const users = drafts.filter(({ today }) => collectionTypeOf(today) === 'auth').length;
    return [
      ...(drafts.length > 0 ? ['created and updated: the server sets both to now.'] : []),
      ...(users > 0 ? [`${passwordsSentence(users)} Linked accounts and sessions are gone.`] : []),
      ...this.fields.values(),
      ...(this.files > 0 ? [`${countOf(this.files, 'file is', 'files are')} not kept.`] : []),
      ...[...this.targets].map(
        ([name, count]) =>
          `${name}: ${countOf(count, 'related record no longer exists', 'related records no longer exist')}.`,
      ),
      ...(this.takenReferences > 0
        ? [`${countOf(this.takenReferences, 'record refers', 'records refer')} to another one now.`]
        : []),
    ];
  }
}

export function passwordsSentence(users: number): string {
  return `${countOf(users, 'user needs', 'users need')} a new password.`;
}
