import { useCallback, useEffect, useRef, useState } from 'react';
import { announce } from '../../../components/basics/announce';
import { endsInWord, ruleHint } from './ruleHint';

/** How long a person rests before they are told; longer where a word may go on. */
const restMs = 800;
const wordRestMs = 2000;

/** The hint about a rule that is being typed, and what shows it without waiting. */
export function useRuleHint(rule: string | null, knownFields: readonly string[] | null) {
  const fault = rule === null ? null : ruleHint(rule, knownFields);
  const [shown, setShown] = useState(fault);
  const last = useRef({ rule, wait: restMs });

  const tell = useCallback((news: string) => {
    setShown(news);
    announce(news);
  }, []);

  useEffect(() => {
    if (last.current.rule !== rule) {
      const isInWord = endsInWord(last.current.rule ?? '', rule ?? '');
      last.current = { rule, wait: isInWord ? wordRestMs : restMs };
    }
    if (fault === shown) return;
    // What no longer holds goes at once.
    if (shown !== null) setShown(null);
    if (fault === null) return;
    const timer = setTimeout(() => tell(fault), last.current.wait);
    return () => clearTimeout(timer);
  }, [rule, fault, shown, tell]);

  return {
    hint: fault === shown ? shown : null,
    showHint: () => {
      if (fault !== null && fault !== shown) tell(fault);
    },
  };
}
