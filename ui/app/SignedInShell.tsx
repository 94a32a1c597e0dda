import { type ReactNode, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { focusPage } from '../base/focus';
import * as confirm from '../page/confirm';
import { guardTab } from '../page/forms/unsaved';
import { AfterFirstView } from './AfterFirstView';
import { ConfirmPopup } from './ConfirmPopup';
import { MainNavigation } from './MainNavigation';
import { PanelHost } from './panels';
import classes from './SignedInShell.module.css';
import * as reauthentication from './sign-in/reauthentication';
import { SignInPopup } from './sign-in/SignInPopup';

interface Props {
  path: string;
  children: ReactNode;
}

/** The frame of every admin screen. It has its own chunk because the sign-in does not need it. */
export function SignedInShell({ path, children }: Props) {
  const { question } = useSnapshot(confirm.state);
  useEffect(guardTab, []);
  return (
    <div className={classes.root}>
      <AfterFirstView />
      <button type="button" className={classes.skip} onClick={focusPage}>
        Skip to content
      </button>
      <MainNavigation path={path} />
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
