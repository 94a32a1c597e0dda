import type { Collection } from '../collection';
import type { MentioningRule } from '../mentions';
import { textOfRule } from '../mentions';
import type { Lookup } from '../rulePaths';
import { isForUsers, rulesOf } from './ruleParts';
import { isForOthers } from './whoPasses';

/** 0: everyone, 1: all users, 2: some users or some records, 3: admins only. */
export function accessRank(collection: Collection, name: MentioningRule, lookup: Lookup): 0 | 1 | 2 | 3 {
  const text = textOfRule(collection, name);
  if (text === null) return 3;
  if (text === '') return 0;
  const rule = rulesOf(collection, lookup).find((one) => one.name === name);
  const open = rule?.branches?.filter(isForUsers) ?? [];
  const letsIn = (account: Collection) =>
    open.some((branch) => branch.every((test) => !isForOthers(test, account)));
  return open.length > 0 && lookup.accounts.every(letsIn) ? 1 : 2;
}
