import { type ImportPlan, lostFields } from '../../ui/collections/import/plan/importPlan';

/** Returns the lost data, one line each: `posts.*` for a collection, `posts.title (id)` for a field. */
export function lostLines(plan: ImportPlan): string[] {
  return [
    ...plan.deleted.map(({ name }) => `${name}.*`),
    ...lostFields(plan)
      .filter(({ loss }) => loss !== 'single')
      .map(({ collection, field }) => `${collection.name}.${field.name} (${field.id})`),
  ];
}
