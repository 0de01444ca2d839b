import * as React from 'react';

/**
 * Calls `onClose` when a dialog closes, however that happens, and returns the focus to the button that opened it, which
 * Strapi's dialogs of actions do not know. An item of a menu is gone by then. The returned ref says whether it is open.
 */
export const useOnClose = (onClose?: () => void, opener = document.activeElement) => {
  const isOpen = React.useRef(true);
  const latest = React.useRef(onClose);
  const [button] = React.useState(opener);
  React.useEffect(() => {
    latest.current = onClose;
  });
  React.useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      latest.current?.();
      // The dialog moves the focus once more as it disappears.
      setTimeout(() => button instanceof HTMLElement && button.focus());
    };
  }, []);
  return isOpen;
};
