import * as React from 'react';

/** Does something when a dialog is closed, however that happens; tells whether it is still there. */
export const useClosing = (act?: () => void): React.RefObject<boolean> => {
  const isOpen = React.useRef(true);
  const latest = React.useRef(act);
  React.useEffect(() => {
    latest.current = act;
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
