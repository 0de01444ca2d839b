import { isFetchError, useNotification } from '@strapi/strapi/admin';
import * as React from 'react';

import { differing, unsavedEdits } from './edits';
import { type TranslationKey, useTranslation } from './use-translation';

/** Values of a form as the server has them. */
interface Saved {
  values: object;
  /** Another after each save that changes something. */
  version: string;
}

interface EditorOptions<FormResponse extends Saved, Errors> {
  saved: FormResponse;
  onSaved: (response: FormResponse) => void;
  read: () => Promise<FormResponse>;
  /** Saves, unless somebody else did since the values had this version (409). */
  save: (edits: Partial<FormResponse['values']>, version: string) => Promise<FormResponse>;
  /** What the server says of each value; undefined when it refused for another reason. */
  toErrors: (error: unknown) => Errors | undefined;
  /** What is said once all is saved. */
  done: TranslationKey;
}

interface Editor<Values, Errors> {
  /** What the user changed and did not save yet. */
  edits: Partial<Values>;
  /** What the server said of the values at the last try. */
  refused?: Errors;
  /** What somebody else saved while it was edited here, as it is now. */
  meanwhile?: Partial<Values>;
  isChanged: boolean;
  isSaving: boolean;
  change: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
  submit: (event: React.FormEvent) => Promise<void>;
}

/** A form of values that several people may edit at once: nobody's changes are lost. */
export const useEditor = <FormResponse extends Saved, Errors>({
  saved,
  onSaved,
  read,
  save,
  toErrors,
  done,
}: EditorOptions<FormResponse, Errors>): Editor<FormResponse['values'], Errors> => {
  type Values = FormResponse['values'];
  const t = useTranslation();
  const { toggleNotification } = useNotification();
  const [edits, setEdits] = React.useState<Partial<Values>>({});
  const [refused, setRefused] = React.useState<Errors>();
  const [meanwhile, setMeanwhile] = React.useState<Partial<Values>>();
  const [isSaving, setIsSaving] = React.useState(false);

  const change = <Name extends keyof Values>(name: Name, value: Values[Name]): void => {
    setRefused(undefined);
    setEdits((before) => differing<Values>({ ...before, [name]: value }, saved.values));
  };

  /** Takes what somebody else saved; what the user changed stays, and can be saved then. */
  const readAnew = async (): Promise<void> => {
    const newest = await read();
    setMeanwhile(differing<Values>(newest.values, saved.values));
    setEdits((now) => differing<Values>(now, newest.values));
    onSaved(newest);
  };

  const trySaving = async (): Promise<void> => {
    try {
      const response = await save(edits, saved.version);
      setEdits((now) =>
        unsavedEdits<Values>(now, { before: saved.values, sent: edits, saved: response.values }),
      );
      setMeanwhile(undefined);
      onSaved(response);
      toggleNotification({ type: 'success', message: t(done) });
    } catch (error) {
      if (isFetchError(error) && error.status === 409) return readAnew();
      const found = toErrors(error);
      setRefused(found);
      const message = found ? t('settings.notSaved') : t('settings.failed');
      toggleNotification({ type: 'danger', message });
    }
  };

  const submit = async (event: React.FormEvent): Promise<void> => {
    event.preventDefault();
    // React tells of the form of a dialog, too, that is opened from within this one.
    if (event.target !== event.currentTarget) return;
    setIsSaving(true);
    try {
      await trySaving();
    } catch {
      toggleNotification({ type: 'danger', message: t('settings.failed') });
    } finally {
      setIsSaving(false);
    }
  };

  return {
    edits,
    refused,
    meanwhile,
    isChanged: Object.keys(edits).length > 0,
    isSaving,
    change,
    submit,
  };
};
