import { DURATION_UNIT_CODES } from '@parley/contract/constants'
import {
  ABSENT_RULES,
  type AbsentRule,
  EVENT_FORMATS,
  type EventFormat,
  LINE_ORDERS,
  type LineOrder,
} from '@parley/contract/live-events'
import { FormProvider, useController, useWatch } from 'react-hook-form'
import { numberText } from '../../language/formats.ts'
import { t } from '../../language/text.ts'
import { Card } from '../../ui/card.tsx'
import { TextArea, TextField } from '../../ui/form/field.tsx'
import { ImageField } from '../../ui/form/image-field.tsx'
import { RadioChoice } from '../../ui/form/radio-choice.tsx'
import css from '../../ui/form/two-column-form.module.css'
import { OfferFields } from '../../ui/offer/offer-fields.tsx'
import type { EventFormControl } from './event-form-schema.ts'

/** The image, title and text of an event; `current` is the stored image. */
export function EventWords({ form, current }: { form: EventFormControl; current: string | null }) {
  const { errors } = form.formState
  const picture = useWatch({ control: form.control, name: 'picture' })?.[0]
  return (
    <Card className={css.fields}>
      <ImageField
        label={t('Picture')}
        hint={t('Optional. A wide one looks best.')}
        file={picture}
        current={current}
        error={errors.picture?.message}
        {...form.register('picture')}
      />
      <TextField label={t('Title')} error={errors.title?.message} {...form.register('title')} />
      <TextArea
        label={t('Description')}
        rows={6}
        error={errors.description?.message}
        {...form.register('description')}
      />
    </Card>
  )
}

const formatWords = (format: EventFormat) =>
  format === 'broadcast'
    ? t('Live event: you broadcast, and everybody watches')
    : t('Queue of private turns: you meet one fan after the other')
const absentWords = (rule: AbsentRule) =>
  rule === 'refund'
    ? t('They get all of their money back')
    : t('What they paid is yours, if you were there and called them')
const orderWords = (order: LineOrder) =>
  order === 'paid' ? t('In the order in which they paid') : t('Drawn by lot, half an hour before the start')

/** Usual lengths of turns of a queue, in minutes. */
const TURN_MINUTES = [1, 2, 3, 5, 10]
const FIRST_LENGTH: Readonly<Record<EventFormat, string>> = { broadcast: '60', queue: '2' }

/** The kind of event; a change of the kind sets its usual length. */
function FormatChoice({ form }: { form: EventFormControl }) {
  const { field } = useController({ control: form.control, name: 'format' })
  function choose(format: EventFormat) {
    field.onChange(format)
    form.setValue('duration', FIRST_LENGTH[format])
    form.setValue('duration_display', String(DURATION_UNIT_CODES.minutes))
  }
  return (
    <RadioChoice
      legend={t('What do you hold?')}
      options={EVENT_FORMATS}
      wordsOf={formatWords}
      chosen={field.value}
      onChoose={choose}
    />
  )
}

/** The rule for absent fans, and the order of the fans. */
function QueueTerms({ form }: { form: EventFormControl }) {
  const absent = useController({ control: form.control, name: 'absent' }).field
  const order = useController({ control: form.control, name: 'order' }).field
  return (
    <>
      <RadioChoice
        legend={t('Fans who are not there when you call them')}
        options={ABSENT_RULES}
        wordsOf={absentWords}
        chosen={absent.value}
        onChoose={absent.onChange}
      />
      <RadioChoice
        legend={t('Who comes first')}
        options={LINE_ORDERS}
        wordsOf={orderWords}
        chosen={order.value}
        onChoose={order.onChange}
      />
    </>
  )
}

/** The kind of an event, its price, its length, its date, and the number of places. */
export function EventTerms({ form, feePercent }: { form: EventFormControl; feePercent: number }) {
  const { errors } = form.formState
  const isQueue = useWatch({ control: form.control, name: 'format' }) === 'queue'
  return (
    <>
      <FormatChoice form={form} />
      <FormProvider {...form}>
        <OfferFields
          label={isQueue ? t('Price of a turn') : t('Price per person')}
          hint={t('{fee}% of it is the platform fee.', { fee: numberText(feePercent) })}
          feePercent={feePercent}
          keeps="you-of-each"
          usual={isQueue ? TURN_MINUTES : undefined}
        />
      </FormProvider>
      <TextField
        label={t('Starts at')}
        type="datetime-local"
        hint={
          isQueue
            ? t('In your own time. You open the line then; it is cancelled if you do not within 15 minutes.')
            : t('Optional, in your own time. Without it the event begins when you go live.')
        }
        error={errors.starts_at?.message}
        {...form.register('starts_at')}
      />
      <TextField
        label={t('Places')}
        inputMode="numeric"
        hint={
          isQueue
            ? t('How many turns you give, 1 to 500. Each takes its length and about 15 seconds to change.')
            : t('Optional. Leave it empty for as many as want to come.')
        }
        error={errors.capacity?.message}
        {...form.register('capacity')}
      />
      {isQueue && <QueueTerms form={form} />}
    </>
  )
}
