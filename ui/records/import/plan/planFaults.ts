import type { Collection } from '../../../model/collection';
import { isMadeByServer } from '../../../model/field';
import { typeOf } from '../../../model/types/fieldTypes';
import type { ImportPlan } from './columnPlan';
import { importFields } from './importFields';
import { openReading } from './readingChoices';

/** Returns the reason why rows cannot be checked with this plan; null if they can. */
export function planFault(plan: ImportPlan, collection: Collection): string | null {
  const taken = plan.columns.map(({ field }) => field);
  const fields = importFields(collection);
  const open = plan.columns
    .map((column) =>
      openReading(
        column,
        fields.find(({ name }) => name === column.field),
      ),
    )
    .find((reason) => reason !== null);
  if (open) return open;
  if (taken.every((field) => field === null)) return 'Choose a field for at least one column.';
  const twice = taken.find((field, at) => field !== null && taken.indexOf(field) !== at);
  if (twice !== undefined) return `Choose ${twice} for one column only.`;
  if (plan.key !== null && !taken.includes(plan.key)) {
    return `To match records, choose the column with the ${plan.key}.`;
  }
  if (plan.mode === 'change') return null;
  const missing = fields.find(
    ({ name, required }) =>
      required && !taken.includes(name) && !(name === 'password' && plan.makesPasswords),
  );
  return missing ? `${missing.name} is required: choose it for a column.` : null;
}

/** Without fields that the server fills. */
export function emptyFields(plan: ImportPlan, collection: Collection): string[] {
  const taken = new Set(plan.columns.map(({ field }) => field));
  return collection.schema
    .filter((field) => !taken.has(field.name) && !typeOf(field).isReadOnly && !isMadeByServer(field))
    .map(({ name }) => name);
}
