import * as React from 'react';

/** Calls `onClose` when a dialog closes, however that happens. The returned ref says whether it is open. */
export const useOnClose = (onClose?: () => void): React.RefObject<boolean> => {
  const isOpen = React.useRef(true);
  const latest = React.useRef(onClose);
  React.useEffect(() => {
    latest.current = onClose;
  });
  React.useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      latest.current?.();
    };
  }, []);
  return isOpen;
};
