import type * as React from 'react';

/** What Strapi gives a side panel of the edit view. */
export interface SidePanelProps {
  /** Which version of the entry the form shows; a published one cannot be changed. */
  activeTab?: string;
  /** Content type. */
  model: string;
  /** None of a single type, and of what is not saved. */
  documentId?: string;
  document?: {
    documentId?: string;
    updatedAt?: string;
    publishedAt?: string | null;
    status?: string;
    locale?: string | null;
    name?: string;
  };
}

/** What Strapi gives a field of the edit view. */
export interface FieldProps {
  name: string;
  label: React.ReactNode;
  labelAction?: React.ReactNode;
  hint?: React.ReactNode;
  required?: boolean;
  disabled?: boolean;
}
