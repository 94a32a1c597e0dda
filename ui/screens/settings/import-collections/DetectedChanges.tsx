import { useSnapshot } from 'valtio';
import { Badge, type BadgeKind } from '../../../components/basics/Badge';
import { Note } from '../../../components/page/Note';
import css from './DetectedChanges.module.css';
import type { ImportForm } from './importForm';
import { hasChanges } from './importPlan';

interface Line {
  id: string;
  kind: BadgeKind;
  badge: string;
  name: string;
  /** Where the collection is renamed. */
  oldName?: string | undefined;
}

/** Which collections go, change and come. */
export function DetectedChanges({ form }: { form: ImportForm }) {
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
    ...plan.deleted.map(({ id, name }) => ({ id, name, kind: 'danger' as const, badge: 'Deleted' })),
    ...plan.changed.map(({ old, new: next }) => ({
      id: next.id,
      name: next.name,
      oldName: old.name === next.name ? undefined : old.name,
      kind: 'warning' as const,
      badge: 'Changed',
    })),
    ...plan.added.map(({ id, name }) => ({ id, name, kind: 'success' as const, badge: 'Added' })),
  ];
  return (
    <ul className={css.root} aria-label="Detected changes">
      {lines.map(({ id, kind, badge, name, oldName }) => (
        <li key={`${badge} ${id}`} className={css.line}>
          <Badge kind={kind}>{badge}</Badge>
          {oldName && (
            <>
              <del>{oldName}</del> →
            </>
          )}
          <strong>{name}</strong>
          <code className={css.id}>{id}</code>
        </li>
      ))}
    </ul>
  );
}
