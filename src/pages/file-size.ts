const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A number of bytes as people read it, "12.3 MB", in the site's language. */
export const toFileSize = (bytes: number, language: string): string => {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[power],
    maximumFractionDigits: power < 2 ? 0 : 1,
  });
  return format.format(bytes / 1000 ** power);
};
