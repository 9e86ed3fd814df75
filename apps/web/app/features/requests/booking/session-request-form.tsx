import type { Influencer } from '@parley/contract'
import { MONEY_BACK_RULE } from '@parley/contract/call-money'
import { NOTE_MAX } from '@parley/contract/constants'
import { messages } from '@parley/contract/messages'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { durationText } from '../../../language/durations.ts'
import { priceText } from '../../../language/prices.ts'
import { RichText } from '../../../language/rich-text.tsx'
import { t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea, TextField } from '../../../ui/form/field.tsx'
import { MoneyRule } from '../money-rule.tsx'
import { RefusedNote } from '../refused-note.tsx'
import type { SessionRequestFields as Form, SessionRequesting } from './session-request.ts'
import css from './session-request-form.module.css'

export interface SessionRequestFormProps {
  requesting: SessionRequesting
  /** What the address already says. */
  initial: Form
  /** Whether a time is to be agreed, as the address says. */
  isDated: boolean
  /** Whose own profile this cannot be. */
  ownUsername: string | null
}

/** Who, what, how long and when: asks an influencer for a private call. */
export function SessionRequestForm({ requesting, initial, isDated, ownUsername }: SessionRequestFormProps) {
  const state = useStore(requesting)
  const [dated, setDated] = useState(isDated || initial.start !== '')
  const form = useForm<Form>({ defaultValues: initial })
  const { errors } = form.formState
  const missing = state.lookup === 'missing' ? t('There is no influencer by this name') : undefined
  const send = form.handleSubmit(values =>
    requesting.send({ username: values.username, start: dated ? values.start : '', note: values.note ?? '' }),
  )
  return (
    <form method="post" noValidate className={css.form} onSubmit={send}>
      <TextField
        label={t('Who')}
        prefix="@"
        placeholder={t('username')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={t('The influencer you want to talk to.')}
        error={errors.username?.message ?? missing}
        {...form.register('username', {
          required: messages.usernameRequired,
          validate: name => name.toLowerCase() !== ownUsername || t('You cannot book yourself'),
          onBlur: event => void requesting.lookUp(String(event.target.value)),
        })}
      />
      <OfferFacts influencer={state.influencer} />
      <fieldset className={css.when}>
        <legend className={css.legend}>{t('When')}</legend>
        <label className={css.choice}>
          <input type="radio" name="dated" checked={!dated} onChange={() => setDated(false)} />
          {t('Any time in the next 30 days')}
        </label>
        <label className={css.choice}>
          <input type="radio" name="dated" checked={dated} onChange={() => setDated(true)} />
          {t('At an agreed time')}
        </label>
        {dated && (
          <TextField
            label={t('Start')}
            type="datetime-local"
            error={errors.start?.message}
            {...form.register('start', {
              validate: start =>
                (start !== '' && new Date(start).getTime() > Date.now()) ||
                t('Please choose a start in the future'),
            })}
          />
        )}
      </fieldset>
      <TextArea
        label={t('What I would like to talk about')}
        hint={t('Only the two of you read this. You may leave it empty.')}
        rows={2}
        maxLength={NOTE_MAX}
        {...form.register('note')}
      />
      {state.influencer && (
        <MoneyRule of="call" rule={t(MONEY_BACK_RULE, { name: state.influencer.user.username })} />
      )}
      {state.problem !== null && <RefusedNote problem={state.problem} wayOn={state.wayOn} />}
      <Button type="submit" look="primary" wide busy={state.phase === 'sending'}>
        {t('Send request')}
      </Button>
    </form>
  )
}

/** What is sold and for how long is the influencer's word; it shows once they are found. */
function OfferFacts({ influencer }: { influencer: Influencer | null }) {
  const offer = influencer?.main_session
  return (
    <dl className={css.facts} aria-live="polite">
      <div>
        <dt>{t('What')}</dt>
        <dd>
          {offer ? (
            <RichText
              text="A private video call with {name}: {description}"
              parts={{
                name: (
                  <Link to={`/profile/${influencer?.user.username}`}>
                    {influencer?.user.first_name} {influencer?.user.last_name}
                  </Link>
                ),
                description: offer.description,
              }}
            />
          ) : (
            t('A private video call. What it is about, the influencer says.')
          )}
        </dd>
      </div>
      <div>
        <dt>{t('How long')}</dt>
        <dd>
          {offer
            ? t('{duration} for {price}', {
                duration: durationText(offer.duration, offer.duration_display),
                price: priceText(offer.amount),
              })
            : t('Shown with the price, once you have said who.')}
        </dd>
      </div>
    </dl>
  )
}
