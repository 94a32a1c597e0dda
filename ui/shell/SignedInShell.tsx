import { type ReactNode, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { installTooltips } from '../components/overlay/tooltips';
import * as confirm from '../state/confirm';
import { guardTab, onOpen } from '../state/unsaved';
import { ConfirmPopup, preloadGuards } from './lazyParts';
import { PanelHost } from './panels';
import { Sidebar } from './Sidebar';
import classes from './SignedInShell.module.css';
import { SignInAgain } from './SignInAgain';

interface Props {
  path: string;
  children: ReactNode;
}

/** What stands around every screen of an admin. In a chunk of its own: the sign-in needs none of it. */
export function SignedInShell({ path, children }: Props) {
  const { question } = useSnapshot(confirm.state);
  useEffect(installTooltips, []);
  useEffect(guardTab, []);
  useEffect(() => onOpen(preloadGuards), []);
  return (
    <div className={classes.root}>
      <button type="button" className={classes.skip} onClick={focusContent}>
        Skip to content
      </button>
      <Sidebar path={path} />
      {children}
      <PanelHost />
      {question && <ConfirmPopup />}
      <SignInAgain />
    </div>
  );
}

function focusContent(): void {
  document.getElementById('content')?.focus();
}
