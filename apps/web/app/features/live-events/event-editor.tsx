import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldErrors, LiveEvent } from '@parley/contract'
import { Eye, Pencil } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { t } from '../../language/text.ts'
import { ProblemNote } from '../../ui/alerts/problem-note.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import columns from '../../ui/form/two-column-form.module.css'
import { useServerErrors } from '../../ui/form/use-server-errors.ts'
import { useLongQuestion } from '../../ui/offer/long-question.tsx'
import { previewOf, typedFrom } from './event-changes.ts'
import type { EventEdit, EventEditSnapshot } from './event-edit.ts'
import { EventTerms, EventWords } from './event-fields.tsx'
import css from './event-form.module.css'
import {
  type CheckedEvent,
  type EventFormControl,
  type TypedEvent,
  typedEventSchema,
} from './event-form-schema.ts'
import { EventView } from './event-view.tsx'

/** The terms for places from the owner's profile. */
export interface EventTermsOffered {
  /** The owner's usual price; empty where there is none. */
  usualAmount: string
  /** The platform's fee in percent. */
  feePercent: number
}

export interface EventEditorProps {
  edit: EventEdit
  state: EventEditSnapshot
  username: string
  terms: EventTermsOffered
  /** Shows the preview, or the form again. */
  onToggle: () => void
  /** Further actions of the owner in the preview. */
  more?: ReactNode
}

/** Maps the server's names of fields to those of this form. */
function asFormErrors(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([field, list]) => [field.replace(/\.profile$/, '.picture'), list] as const),
  )
}

function useObjectUrl(file: File | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setUrl(null)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

interface PreviewProps {
  form: EventFormControl
  event: LiveEvent | null
  username: string
  panel: ReactNode
}

function Preview({ form, event, username, panel }: PreviewProps) {
  const typed = useWatch({ control: form.control }) as TypedEvent
  const newImage = useObjectUrl(typed.picture?.[0])
  return <EventView event={previewOf(typed, { event, username })} panel={panel} newImage={newImage} />
}

/** The form of an event, with a preview of its page; the typed text stays during the preview. */
export function EventEditor({ edit, state, username, terms, onToggle, more }: EventEditorProps) {
  const { event, mode, saving, problem } = state
  const form = useForm<TypedEvent, unknown, CheckedEvent>({
    resolver: standardSchemaResolver(typedEventSchema),
    defaultValues: typedFrom(event, terms.usualAmount),
  })
  useServerErrors(form, state.errors, asFormErrors)
  const { confirm, question } = useLongQuestion()
  const isPreview = mode === 'preview'
  const save = form.handleSubmit(
    ({ picture, ...values }) => {
      const send = () => void edit.save({ ...values, picture: picture?.[0] ?? null })
      const typed = form.getValues()
      if (values.duration === event?.duration) send()
      else confirm({ duration: typed.duration, unit: typed.duration_display }, send)
    },
    () => {
      if (!isPreview) return
      // The preview has no fields that could say what is missing: the form is shown again.
      refusedInPreview.current = true
      onToggle()
    },
  )
  const { trigger } = form
  const refusedInPreview = useRef(false)
  useEffect(() => {
    if (isPreview || !refusedInPreview.current) return
    refusedInPreview.current = false
    void trigger(undefined, { shouldFocus: true })
  }, [isPreview, trigger])
  const saveButton = (
    <Button type="submit" form="event" variant="primary" wide busy={saving}>
      {t('Save')}
    </Button>
  )
  return (
    <>
      <div className={css.head}>
        {isPreview ? (
          <p className={css.heading}>{t('Preview')}</p>
        ) : (
          <h1 className={css.heading}>{event ? t('Edit event') : t('Add event')}</h1>
        )}
        <Button
          icon={isPreview ? <Pencil size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
          onClick={onToggle}
        >
          {isPreview ? t('Edit') : t('Preview')}
        </Button>
      </div>
      <form id="event" method="post" noValidate className={columns.form} hidden={isPreview} onSubmit={save}>
        <EventWords form={form} current={event?.profile.picture ?? null} />
        <Card className={columns.fields}>
          <EventTerms form={form} feePercent={terms.feePercent} />
          {problem !== null && <ProblemNote>{t(problem)}</ProblemNote>}
          {!isPreview && saveButton}
        </Card>
      </form>
      {question}
      {isPreview && (
        <Preview
          form={form}
          event={event}
          username={username}
          panel={
            <>
              {saveButton}
              {more}
            </>
          }
        />
      )}
    </>
  )
}
