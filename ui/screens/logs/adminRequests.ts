import { readText, writeText } from '../../platform/storage';

// As the built-in dashboard keeps it. Not among the other preferences: the list of records need not carry it.
const key = 'adminLogRequests';

/** Whether requests by admins are shown, as it was chosen last; an address may say otherwise. */
export function includesAdminRequests(): boolean {
  return readText(key) === '1';
}

export function rememberAdminRequests(isIncluded: boolean): void {
  writeText(key, isIncluded ? '1' : '0');
}
