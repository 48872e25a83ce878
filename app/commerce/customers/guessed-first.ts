/**
 * Words and keyboard walks that guessing lists begin with, in the languages of our travellers. Written as they are
 * compared: lower case, letters and digits only, with digits that stand for letters turned back.
 */
export const guessedFirst: readonly string[] = (
  'password passwort contrasena senha motdepasse kalimah parola secret geheim letmein welcome bienvenido bemvindo ahlan marhaba ' +
  'iloveyou iloveu teamo teamomucho habibi habibti mahalkita mahal princess princesa prinsesa sunshine superman batman pokemon ' +
  'football futbol soccer baseball basketball cricket liverpool arsenal chelsea barcelona realmadrid juventus flamengo corinthians ' +
  'qwerty azerty qwertz qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc wsxedc 1qaz 2wsx 1q2w3e 1q2w3e4r 1q2w3e4r5t ' +
  'q1w2e3 q1w2e3r4 abc123 a1b2c3 abcd1234 admin administrator root master login user guest test tester changeme default temp ' +
  'dragon monkey shadow michael jessica jennifer charlie jordan hunter mohammed muhammad mohamed ahmed abdullah fatima ali khalid ' +
  'maria jose juan carlos pedro santos reyes cruz angel jesus jesuschrist allah bismillah subhanallah alhamdulillah inshallah ' +
  'dubai abudhabi sharjah emirates etihad uae manila philippines pilipinas brasil portugal espana mexico egypt cairo riyadh jeddah ' +
  'holiday vacation travel traveller summer winter spring autumn january february march april june july august september october ' +
  'november december monday tuesday wednesday thursday friday saturday sunday google facebook samsung iphone apple computer ' +
  'whatever trustno1 starwars freedom ninja mustang ferrari mercedes toyota killer pepper cookie chocolate flower butterfly ' +
  '123456 1234567 12345678 123456789 1234567890 654321 987654321 111111 112233 121212 123123 123321 159753 666666 696969 777777 ' +
  '888888 000000 102030 147258 147258369 789456 456789 741852963'
).split(' ');
