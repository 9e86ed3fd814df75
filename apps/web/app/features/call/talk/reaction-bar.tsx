import { REACTIONS, type Reaction } from '@parley/contract/in-call/chat'
import { t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import css from './reactions.module.css'
import { REACTION_SIGNS, type Reactions } from './reactions.ts'

function nameOf(reaction: Reaction): string {
  switch (reaction) {
    case 'heart':
      return t('Send a heart')
    case 'clap':
      return t('Applaud')
    case 'laugh':
      return t('Laugh')
    case 'wow':
      return t('Be amazed')
    case 'fire':
      return t('Send fire')
    case 'thumbs_up':
      return t('Thumbs up')
  }
}

/** Six signs, each one press. */
export function ReactionBar({ reactions }: { reactions: Reactions }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons is no fieldset.
    <div role="group" aria-label={t('Reactions')} className={css.bar}>
      {REACTIONS.map(reaction => (
        <button
          key={reaction}
          type="button"
          className={css.react}
          aria-label={nameOf(reaction)}
          title={nameOf(reaction)}
          onClick={() => reactions.react(reaction)}
        >
          <span aria-hidden="true">{REACTION_SIGNS[reaction]}</span>
        </button>
      ))}
    </div>
  )
}

/** Signs that rise over the video; nobody's name is with them, and nobody has to hear them. */
export function FloatingReactions({ reactions }: { reactions: Reactions }) {
  const { floating } = useStore(reactions)
  return (
    <div className={css.floating} aria-hidden="true" data-testid="reactions">
      {floating.map(({ key, reaction, times, place }) => (
        <span key={key} className={css.sign} style={{ left: `${20 + place * 60}%` }}>
          {REACTION_SIGNS[reaction]}
          {times > 1 && <small className={css.times}>{times}</small>}
        </span>
      ))}
    </div>
  )
}
