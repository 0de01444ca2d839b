import {
  ConfirmDialog,
  isFetchError,
  Layouts,
  Page,
  useDebounce,
  useFetchClient,
  useNotification,
} from '@strapi/strapi/admin';
import {
  Button,
  Dialog,
  Field,
  Flex,
  Grid,
  Typography,
  VisuallyHidden,
} from '@strapi/design-system';
import { Check, Lock } from '@strapi/icons';
import * as React from 'react';
import { type Location, useBeforeUnload, useBlocker } from 'react-router-dom';

import { Message, TitledCard, WithIcon } from './blocks';
import { differing, unsavedEdits } from './edits';
import { Failure, Loading } from './states';
import { type RequestState, useAnswer } from './use-request';
import { type TranslationKey, useTranslation } from './use-translation';

/** Milliseconds without a key stroke before the preview is requested. */
const TYPING_PAUSE = 400;

/** The error of a value, with the indices of wrong items in a list. */
export interface ValueError {
  message: TranslationKey;
  places: number[];
}

/** The server's response with the values of a form. */
interface Saved {
  values: object;
  /** Names of values that the configuration sets. */
  fixed: readonly string[];
  /** Changes with each save that changes a value. */
  version: string;
}

interface EditorOptions<Name> {
  /** Path in the plugin's admin API; also the prefix of the page's translation keys. */
  path: 'settings' | 'appearance';
  previewPath: string;
  names: readonly Name[];
  /** Translation key of the message for an error code of the server. */
  toMessage: (name: Name, code: unknown) => TranslationKey;
}

/** The server's errors by value; undefined if it refused the request for another reason. */
const toErrors = <Name extends string>(
  error: unknown,
  { names, toMessage }: EditorOptions<Name>,
): Partial<Record<Name, ValueError>> | undefined => {
  if (!isFetchError(error) || error.status !== 400) return undefined;
  const details: unknown = error.response?.data.error.details;
  const problems =
    typeof details === 'object' && details !== null && 'errors' in details ? details.errors : [];
  if (!Array.isArray(problems)) return undefined;
  const errors: Partial<Record<Name, ValueError>> = {};
  for (const { path, code } of problems as { path?: unknown; code?: unknown }[]) {
    const [first, place]: unknown[] = Array.isArray(path) ? path : [];
    const name = names.find((known) => known === first);
    if (!name) continue;
    const message = code === 'fixed' ? 'settings.fixed' : toMessage(name, code);
    const places = errors[name]?.places ?? [];
    errors[name] = { message, places: typeof place === 'number' ? [...places, place] : places };
  }
  return errors;
};

/** State of a form that several people may edit at once without losing changes. */
export const useEditor = <FormResponse extends Saved, Preview, Name extends string>(
  options: EditorOptions<Name>,
) => {
  type Values = FormResponse['values'];
  const { path, previewPath } = options;
  const t = useTranslation();
  const { get, put } = useFetchClient();
  const { toggleNotification } = useNotification();
  const loaded = useAnswer<FormResponse>(path);
  const [latest, setLatest] = React.useState<FormResponse>();
  const [edits, setEdits] = React.useState<Partial<Values>>({});
  const [saveErrors, setSaveErrors] = React.useState<Partial<Record<Name, ValueError>>>();
  const [changedByOthers, setChangedByOthers] = React.useState<Partial<Values>>();
  const [isSaving, setIsSaving] = React.useState(false);
  const saved = latest ?? loaded.data;
  const savedValues: Values = saved?.values ?? {};
  const version = saved?.version ?? '';
  const body = useDebounce(JSON.stringify(edits), TYPING_PAUSE);
  const preview = useAnswer<Preview>(saved && previewPath, { body, version });

  const change = <Key extends keyof Values>(name: Key, value: Values[Key]): void => {
    setSaveErrors(undefined);
    setEdits((now) => differing<Values>({ ...now, [name]: value }, savedValues));
  };

  /** Loads what somebody else saved. The user's own edits stay and can then be saved. */
  const loadOthersChanges = async (): Promise<void> => {
    const { data } = (await get<{ data: FormResponse }>(`/syndication/${path}`)).data;
    setChangedByOthers(differing<Values>(data.values, savedValues));
    setEdits((now) => differing<Values>(now, data.values));
    setLatest(data);
  };

  /** Saves. If somebody else has saved since this version (409), loads their values instead. */
  const trySaving = async (): Promise<void> => {
    try {
      const address = `/syndication/${path}?version=${encodeURIComponent(version)}`;
      const { data } = (await put<{ data: FormResponse }>(address, edits)).data;
      setEdits((now) =>
        unsavedEdits<Values>(now, { before: savedValues, sent: edits, saved: data.values }),
      );
      setChangedByOthers(undefined);
      setLatest(data);
      toggleNotification({ type: 'success', message: t(`${path}.saved`) });
    } catch (error) {
      if (isFetchError(error) && error.status === 409) return loadOthersChanges();
      const found = toErrors(error, options);
      setSaveErrors(found);
      const message = found ? t('settings.notSaved') : t('settings.failed');
      toggleNotification({ type: 'danger', message });
    }
  };

  const submit = async (event: React.FormEvent): Promise<void> => {
    event.preventDefault();
    // React also bubbles the submit event of a dialog that was opened from this form.
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

  const errors: Partial<Record<Name, ValueError>> = {
    ...toErrors(preview.error, options),
    ...saveErrors,
  };
  return {
    path,
    /** Undefined while loading. */
    saved,
    loaded,
    /** Unsaved changes of the user. */
    edits,
    /** Current values of what somebody else saved during editing. */
    meanwhile: changedByOthers,
    isSaving,
    change,
    submit,
    /** Preview with the edits. The server refuses the same values as when saving. */
    preview: { ...preview, data: preview.latest },
    /** The server's errors by value. */
    errors,
    isChanged: Object.keys(edits).length > 0,
  };
};

const placeOf = ({ pathname, search }: Location): string => pathname + search;

/** Asks before the user leaves a page with unsaved changes. */
const LeaveGuard = ({ isChanged }: { isChanged: boolean }) => {
  const t = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged && placeOf(currentLocation) !== placeOf(nextLocation),
  );

  // When the tab is closed or reloaded, the browser asks in its own words.
  useBeforeUnload((event) => {
    if (isChanged) event.preventDefault();
  });

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

interface EditorPageProps<FormResponse extends Saved, Preview, Name extends string> {
  editor: ReturnType<typeof useEditor<FormResponse, Preview, Name>>;
  /** Width of the form in a grid of twelve columns, if the preview fits beside it. */
  columns: number;
  preview: (data: Preview) => React.ReactNode;
  children: (saved: FormResponse) => React.ReactNode;
}

interface PreviewContentProps<Preview> {
  preview: RequestState<Preview>;
  hasErrors: boolean;
  children: (data: Preview) => React.ReactNode;
}

/** Preview of the values in the form. While values are refused, the last valid preview stays. */
const PreviewContent = <Preview,>({
  preview: { data, error, reload },
  hasErrors,
  children,
}: PreviewContentProps<Preview>) => {
  const t = useTranslation();
  if (!data) return error === undefined ? <Loading /> : <Failure error={error} onRetry={reload} />;
  return (
    <>
      {hasErrors ? (
        <Typography textColor="neutral800" role="status">
          {t('settings.preview.stale')}
        </Typography>
      ) : null}
      {children(data)}
    </>
  );
};

interface SavedMeanwhileProps extends Pick<EditorOptions<string>, 'path'> {
  /** Changes of somebody else. A new object scrolls to the notice again. */
  changed: object;
}

/**
 * Notice at the head of a form about what somebody else saved meanwhile. The page scrolls to it, since a user
 * who saves far down in the form would not notice that nothing was saved.
 */
const SavedMeanwhile = ({ path, changed }: SavedMeanwhileProps) => {
  const t = useTranslation();
  const notice = React.useRef<HTMLDivElement>(null);
  // An effect with braces: browsers now return a promise from `scrollIntoView`, which React would call as cleanup.
  React.useEffect(() => {
    // Centred, since the page's header covers the top.
    notice.current?.scrollIntoView({ block: 'center' });
  }, [changed]);
  const names = Object.keys(changed).map((name) => t(`${path}.${name}.label` as TranslationKey));
  return (
    <div ref={notice}>
      <Message tone="warning" padding={4} testId="syndication-saved-meanwhile">
        <Typography variant="omega" fontWeight="bold" tag="p" textColor="neutral800">
          {t('settings.meanwhile', { names: names.join(', ') })}
        </Typography>
        <Typography textColor="neutral800">{t('settings.meanwhile.unsaved')}</Typography>
      </Message>
    </div>
  );
};

/** Explains, once for a page, the lock of values set in `config/plugins.ts`. */
const FixedExplained = () => {
  const t = useTranslation();
  return (
    <WithIcon icon={<Lock fill="neutral600" />}>
      <Typography tag="p" textColor="neutral700">
        {t('settings.fixed.explained')}
      </Typography>
    </WithIcon>
  );
};

/** Keeps the preview in view beside a long form. */
const STICKY = { position: 'sticky', top: '2.4rem', alignSelf: 'start' } as const;

/** A page with a form and a live preview beside it. */
export const EditorPage = <FormResponse extends Saved, Preview, Name extends string>({
  editor: {
    path,
    saved,
    loaded,
    preview: previewed,
    errors,
    meanwhile,
    isChanged,
    isSaving,
    submit,
  },
  columns,
  preview,
  children,
}: EditorPageProps<FormResponse, Preview, Name>) => {
  const t = useTranslation();
  if (!saved) {
    return loaded.error === undefined ? (
      <Page.Loading>{t('loading')}</Page.Loading>
    ) : (
      <Page.Main padding={6}>
        <Failure error={loaded.error} onRetry={loaded.reload} />
      </Page.Main>
    );
  }
  const item = { s: 12, xs: 12, direction: 'column', alignItems: 'stretch' } as const;
  const title = t(`${path}.title`);
  return (
    <Page.Main>
      <Page.Title>{title}</Page.Title>
      <form onSubmit={submit} noValidate>
        <LeaveGuard isChanged={isChanged && !isSaving} />
        <Layouts.Header
          title={title}
          subtitle={t(`${path}.subtitle`)}
          primaryAction={
            <Button type="submit" startIcon={<Check />} disabled={!isChanged} loading={isSaving}>
              {t('settings.save')}
            </Button>
          }
        />
        <Layouts.Content>
          <Grid.Root gap={6}>
            <Grid.Item col={columns} {...item}>
              <Flex direction="column" alignItems="stretch" gap={6}>
                {meanwhile && isChanged ? <SavedMeanwhile path={path} changed={meanwhile} /> : null}
                {saved.fixed.length > 0 ? <FixedExplained /> : null}
                {children(saved)}
              </Flex>
            </Grid.Item>
            <Grid.Item col={12 - columns} {...item} style={STICKY}>
              <TitledCard id="syndication-preview" title={t(`${path}.preview.title`)}>
                <PreviewContent preview={previewed} hasErrors={Object.keys(errors).length > 0}>
                  {preview}
                </PreviewContent>
              </TitledCard>
            </Grid.Item>
          </Grid.Root>
        </Layouts.Content>
      </form>
    </Page.Main>
  );
};

interface FieldHeadingProps {
  isFixed: boolean;
  /** The label. */
  children: React.ReactNode;
}

/** Label of a value, with a lock if it is fixed. */
export const FieldHeading = ({ isFixed, children }: FieldHeadingProps) => {
  const t = useTranslation();
  return (
    <Flex gap={2}>
      {children}
      {isFixed ? (
        <>
          <Lock aria-hidden fill="neutral600" />
          <VisuallyHidden>{t('settings.fixed.mark')}</VisuallyHidden>
        </>
      ) : null}
    </Flex>
  );
};

interface ValueFieldProps extends FieldHeadingProps {
  name: string;
  label: string;
  hint?: string;
  error?: ValueError;
}

/** A value of the form: label, input, hint and error. A fixed value has a lock. */
export const ValueField = ({ name, label, hint, error, isFixed, children }: ValueFieldProps) => {
  const t = useTranslation();
  return (
    <Field.Root name={name} hint={hint} error={error && t(error.message)} width="100%">
      <FieldHeading isFixed={isFixed}>
        <Field.Label>{label}</Field.Label>
      </FieldHeading>
      {children}
      <Field.Error />
      <Field.Hint />
    </Field.Root>
  );
};
