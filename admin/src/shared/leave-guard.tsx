import { ConfirmDialog } from '@strapi/strapi/admin';
import { Dialog } from '@strapi/design-system';
import * as React from 'react';
import { type Location, useBlocker } from 'react-router-dom';

import { useTranslation } from './use-translation';

interface LeaveGuardProps {
  /** Whether there is something that would be lost. */
  isChanged: boolean;
}

const placeOf = ({ pathname, search }: Location): string => pathname + search;

/** Asks before a page with unsaved changes is left. */
export const LeaveGuard = ({ isChanged }: LeaveGuardProps) => {
  const t = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged && placeOf(currentLocation) !== placeOf(nextLocation),
  );

  React.useEffect(() => {
    if (!isChanged) return undefined;
    // When the tab is closed or reloaded, browsers ask with words of their own.
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChanged]);

  return (
    <Dialog.Root
      open={blocker.state === 'blocked'}
      onOpenChange={(isOpen) => {
        if (!isOpen) blocker.reset?.();
      }}
    >
      <ConfirmDialog
        title={t('leave.title')}
        variant="danger"
        onConfirm={() => blocker.proceed?.()}
      >
        {t('leave.explained')}
      </ConfirmDialog>
    </Dialog.Root>
  );
};
