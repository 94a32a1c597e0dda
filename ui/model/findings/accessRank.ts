import type { Collection } from '../collection';
import type { MentioningRule } from '../mentions';
import { textOfRule } from '../mentions';
import type { Lookup } from '../rulePaths';
import { isSignedIn, ruleNamed } from './ruleParts';
import { letsAllIn } from './whoPasses';

/** 0: everyone, 1: all users, 2: some users or some records, 3: admins only. */
export function accessRank(collection: Collection, name: MentioningRule, lookup: Lookup): 0 | 1 | 2 | 3 {
  const text = textOfRule(collection, name);
  if (text === null) return 3;
  if (text === '') return 0;
  const rule = ruleNamed(collection, name, lookup);
  return rule && isSignedIn(rule) && lookup.accounts.every((account) => letsAllIn(rule, account)) ? 1 : 2;
}
