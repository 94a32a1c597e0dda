import { type ReactNode, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { focusPage } from '../platform/pageFocus';
import * as confirm from '../state/confirm';
import { guardTab, onOpen } from '../state/forms/unsaved';
import { AfterFirstView, ConfirmPopup, preloadGuards, SignInPopup } from './chunks';
import { PanelHost } from './panels';
import * as reauthentication from './reauthentication';
import { Sidebar } from './Sidebar';
import classes from './SignedInShell.module.css';

interface Props {
  path: string;
  children: ReactNode;
}

/** The frame of every admin screen. It has its own chunk because the sign-in does not need it. */
export function SignedInShell({ path, children }: Props) {
  const { question } = useSnapshot(confirm.state);
  useEffect(guardTab, []);
  useEffect(() => onOpen(preloadGuards), []);
  return (
    <div className={classes.root}>
      <AfterFirstView />
      <button type="button" className={classes.skip} onClick={focusPage}>
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

/** Shows the sign-in above unsaved changes when the session ends. */
function SignInAgain() {
  const { isSuspended, email } = useSnapshot(reauthentication.state);
  return isSuspended ? <SignInPopup email={email} /> : null;
}
