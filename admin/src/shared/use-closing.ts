import * as React from 'react';

/**
 * Calls `onClose` when a dialog closes, however that happens, and returns the focus: Strapi's dialogs of actions know
 * no button to return it to. The returned ref says whether it is open.
 */
export const useOnClose = (onClose?: () => void): React.RefObject<boolean> => {
  const isOpen = React.useRef(true);
  const latest = React.useRef(onClose);
  const [opener] = React.useState(() => document.activeElement);
  React.useEffect(() => {
    latest.current = onClose;
  });
  React.useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      latest.current?.();
      // The dialog moves the focus once more as it disappears.
      setTimeout(() => opener instanceof HTMLElement && opener.focus());
    };
  }, []);
  return isOpen;
};
