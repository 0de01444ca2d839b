import * as React from 'react';

/** The sign of a feed, drawn on the same 32-unit grid as Strapi's own icons. */
export const FeedIcon = React.forwardRef<SVGSVGElement, React.SVGProps<SVGSVGElement>>(
  ({ fill = 'currentColor', ...props }, ref) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 32 32"
      width="1.6rem"
      height="1.6rem"
      fill={fill}
      ref={ref}
      aria-hidden
      {...props}
    >
      <circle cx="8" cy="24" r="3" />
      <path d="M5 12.5a1.5 1.5 0 0 1 1.5-1.5C14.5 11 21 17.5 21 25.5a1.5 1.5 0 0 1-3 0C18 19.15 12.85 14 6.5 14A1.5 1.5 0 0 1 5 12.5Z" />
      <path d="M5 5.5A1.5 1.5 0 0 1 6.5 4C18.37 4 28 13.63 28 25.5a1.5 1.5 0 0 1-3 0C25 15.28 16.72 7 6.5 7A1.5 1.5 0 0 1 5 5.5Z" />
    </svg>
  ),
);
FeedIcon.displayName = 'FeedIcon';
