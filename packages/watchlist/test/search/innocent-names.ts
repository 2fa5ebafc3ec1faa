/** Common given and family names of people who are on no list for bearing them: all pairs, 1,260 names. */
const GIVEN = `
  James Mary Michael Linda William Susan David Karen Thomas Sarah Daniel Emma Olivia Noah Liam
  Hans Anna Pierre Marie Carlos Lucia Giulia Marco Piotr Katarzyna Lars Ingrid Dmitri Olga Ivan
  Ahmed Fatima Mohammed Aisha Ravi Priya Wei Yuki Hiroshi Minh Jose Ana`;
const FAMILY = `
  Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Wilson Muller Schmidt Martin Bernard
  Rossi Kowalski Andersson Hansen Ivanov Petrova Khan Hussain Patel Singh Tanaka Nguyen Silva Santos
  Murphy Kelly`;

const words = (text: string) => text.trim().split(/\s+/);

export const innocentNames: readonly string[] = words(GIVEN).flatMap((given) =>
  words(FAMILY).map((family) => `${given} ${family}`),
);
