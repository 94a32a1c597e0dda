import type { ImportPlan } from '../../ui/screens/settings/import-collections/importPlan';
import { lostFields } from '../../ui/screens/settings/import-collections/lostData';

/** What goes with its data, a line each: `posts.*` for a collection, `posts.title (id)` for a field. */
export function lostLines(plan: ImportPlan): string[] {
  return [
    ...plan.deleted.map(({ name }) => `${name}.*`),
    ...lostFields(plan)
      .filter(({ loss }) => loss !== 'single')
      .map(({ collection, field }) => `${collection.name}.${field.name} (${field.id})`),
  ];
}
