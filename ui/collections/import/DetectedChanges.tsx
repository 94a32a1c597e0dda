import { useSnapshot } from 'valtio';
import { Badge } from '../../kit/basics/Badge';
import { Note } from '../../kit/layout/Note';
import type { CollectionImportForm } from './collectionImportForm';
import css from './DetectedChanges.module.css';
import { hasChanges } from './plan/importPlan';

export const changeBadges = {
  deleted: { kind: 'danger', text: 'Deleted' },
  changed: { kind: 'warning', text: 'Changed' },
  added: { kind: 'success', text: 'Added' },
} as const;

interface Line {
  id: string;
  kind: keyof typeof changeBadges;
  name: string;
  /** Set if the import renames the collection. */
  oldName?: string | undefined;
}

export function DetectedChanges({ form }: { form: CollectionImportForm }) {
  const { read } = useSnapshot(form.state);
  const plan = read?.plan;
  if (!plan) return null;
  if (!hasChanges(plan)) {
    return (
      <Note kind="info" role="status">
        Your collections configuration is already up-to-date!
      </Note>
    );
  }
  const lines: Line[] = [
    ...plan.deleted.map(({ id, name }) => ({ id, name, kind: 'deleted' as const })),
    ...plan.changed.map(({ old, new: next }) => ({
      id: next.id,
      name: next.name,
      oldName: old.name === next.name ? undefined : old.name,
      kind: 'changed' as const,
    })),
    ...plan.added.map(({ id, name }) => ({ id: id || name, name, kind: 'added' as const })),
  ];
  return (
    <ul className={css.root} aria-label="Detected changes">
      {lines.map(({ id, kind, name, oldName }) => (
        <li key={`${kind} ${id}`} className={css.line}>
          <span className={css.kind}>
            <Badge kind={changeBadges[kind].kind}>{changeBadges[kind].text}</Badge>
          </span>
          {oldName && (
            <>
              <del translate="no">{oldName}</del> →
            </>
          )}
          <strong translate="no">{name}</strong>
          <code translate="no" className={css.id}>
            {id}
          </code>
        </li>
      ))}
    </ul>
  );
}
