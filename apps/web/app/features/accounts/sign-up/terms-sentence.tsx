import { Link } from 'react-router'
import { RichText } from '../../../language/rich-text.tsx'
import css from '../form-page.module.css'

export function TermsSentence() {
  return (
    <p className={css.terms}>
      <RichText
        text="By signing up you accept our <terms>terms and privacy policy</terms>."
        parts={{ terms: words => <Link to="/terms">{words}</Link> }}
      />
    </p>
  )
}
