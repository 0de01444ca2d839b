import { isFetchError } from '@strapi/strapi/admin';
import { Flex, Link, Loader, TextButton, Typography } from '@strapi/design-system';
import * as React from 'react';
import { useHref } from 'react-router-dom';

import { Message } from './blocks';
import type { RequestState } from './use-request';
import { useTranslation } from './use-translation';

/** Key in the browser's storage by which tabs of Strapi know that the user is signed in (`reducer.mjs`). */
const SIGNED_IN_KEY = 'isLoggedIn';

/** Whether a request failed because the session ended and Strapi could not renew it. */
export const isSignedOut = (error: unknown): boolean => isFetchError(error) && error.status === 401;

/** Callbacks that wait in this tab for a sign-in in another tab. */
const signInListeners = new Set<() => void>();

/**
 * Keeps what is typed in this tab while the user signs in in another tab. The login page of the other tab
 * removes the key of the old session, whereupon Strapi signs out all tabs and drops unsaved changes
 * (`Auth.mjs`, `handleUserStorageChange`). A tab that shows `SignedOut` is signed out already.
 *
 * Call it as the panel starts: browsers call listeners in the order of registration, and this one has to precede
 * Strapi's.
 */
export const keepUnsavedAtSignIn = (): void =>
  window.addEventListener('storage', (event) => {
    if (event.key !== SIGNED_IN_KEY || signInListeners.size === 0) return;
    if (event.newValue === null) event.stopImmediatePropagation();
    else for (const retry of [...signInListeners]) retry();
  });

interface SignedOutProps {
  /** Whether it stands beside a form of Strapi's, whose changes are lost if it is saved now. */
  isBesideForm?: true;
  onRetry: () => void;
}

/** Says that the session ended, and how to go on without losing changes. */
const SignedOut = ({ isBesideForm, onRetry }: SignedOutProps) => {
  const t = useTranslation();
  const login = useHref('/auth/login');
  React.useEffect(() => {
    signInListeners.add(onRetry);
    return () => {
      signInListeners.delete(onRetry);
    };
  }, [onRetry]);
  return (
    <Message tone="warning" testId="syndication-signed-out">
      <Typography variant="omega" fontWeight="bold" tag="p" textColor="neutral800">
        {t('signedOut.title')}
      </Typography>
      <Typography variant="pi" tag="p" textColor="neutral800">
        {t(isBesideForm ? 'signedOut.unsaved' : 'signedOut.explained')}
      </Typography>
      <Flex direction="column" alignItems="flex-start" gap={1} paddingTop={2}>
        <Link href={login} isExternal>
          {t('signedOut.signIn')}
        </Link>
        <TextButton type="button" onClick={onRetry}>
          {t('error.retry')}
        </TextButton>
      </Flex>
    </Message>
  );
};

/** Shown while a part of a page loads. */
export const Loading = () => {
  const t = useTranslation();
  return (
    <Flex justifyContent="center" padding={8} aria-busy>
      <Loader>{t('loading')}</Loader>
    </Flex>
  );
};

interface FailureProps {
  error: unknown;
  /** Whether it stands beside a form of Strapi's. */
  isBesideForm?: true;
  onRetry: () => void;
}

/** Shown if a part of a page could not be loaded. */
export const Failure = ({ error, isBesideForm, onRetry }: FailureProps) => {
  const t = useTranslation();
  if (isSignedOut(error)) return <SignedOut isBesideForm={isBesideForm} onRetry={onRetry} />;
  return (
    <Message tone="danger">
      <Typography tag="p" textColor="neutral800">
        {t('error.title')}
      </Typography>
      <TextButton type="button" onClick={onRetry}>
        {t('error.retry')}
      </TextButton>
    </Message>
  );
};

interface AnsweredProps<Data> {
  answer: Pick<RequestState<Data>, 'data' | 'error' | 'reload'>;
  isBesideForm?: true;
  children: (data: Data) => React.ReactNode;
}

/** Renders the answer once it has loaded; never the answer to an earlier request. */
export const Answered = <Data,>({
  answer: { data, error, reload },
  isBesideForm,
  children,
}: AnsweredProps<Data>) => {
  if (error !== undefined) {
    return <Failure error={error} isBesideForm={isBesideForm} onRetry={reload} />;
  }
  return data === undefined ? <Loading /> : <>{children(data)}</>;
};
