// The language of `.pschema` files (docs/language.md), for ANTLR 4.7 and later.
//
// What must stay true:
// - Every decision needs one token of lookahead. The error strategy of compiler/syntax leans on it: the place where a
//   rule gives up is then the place of the mistake.
// - No clause begins with a name, so that every keyword can also be a name (`name` below lists them all).
// - The lexer never errs: whatever fits nowhere is a token of its own (the last rules), and compiler/syntax says what is
//   wrong with it.
// - Each clause that ends in `;` or a block is a rule of its own; those are the places where the parser goes on after a
//   mistake (compiler/syntax/strategy.cpp).
grammar Pschema;

@lexer::members {
 public:
  static constexpr int kMaxCommentDepth = 100;
  bool commentTooDeep = false;
  size_t tooDeepAt = 0;

 private:
  // Called behind the first `/*`. The usual recursive rule would accept `/* a /* b */` and is quadratic in the depth.
  void scanComment() {
    setChannel(antlr4::Token::HIDDEN_CHANNEL);
    int depth = 1;
    while (depth > 0) {
      const size_t c = _input->LA(1);
      if (c == antlr4::Token::EOF) {
        setType(UNTERMINATED_COMMENT);
        setChannel(antlr4::Token::DEFAULT_CHANNEL);
        return;
      }
      const size_t d = _input->LA(2);
      _input->consume();
      if (c == '/' && d == '*') {
        if (++depth > kMaxCommentDepth && !commentTooDeep) {
          commentTooDeep = true;
          tooDeepAt = _input->index() - 1;
        }
        _input->consume();
      } else if (c == '*' && d == '/') {
        --depth;
        _input->consume();
      }
    }
  }

  // Called behind the opening tag: goes to the end of the closing one.
  void scanDollar() {
    const std::string tag = getText();
    for (;;) {
      if (_input->LA(1) == antlr4::Token::EOF) {
        setType(UNTERMINATED_DOLLAR);
        return;
      }
      if (_input->LA(1) == '$' && atTag(tag)) {
        for (size_t i = codePoints(tag); i > 0; --i) _input->consume();
        return;
      }
      _input->consume();
    }
  }
  bool atTag(const std::string& tag) {
    ssize_t at = 1;
    for (size_t i = 0; i < tag.size(); ++at) {
      size_t c = static_cast<unsigned char>(tag[i]);
      size_t more = c < 0x80 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
      if (more > 0) c &= size_t{0x3F} >> more;
      for (++i; more > 0 && i < tag.size(); --more, ++i) c = (c << 6) | (static_cast<unsigned char>(tag[i]) & 0x3F);
      if (_input->LA(at) != c) return false;
    }
    return true;
  }
  static size_t codePoints(const std::string& s) {
    size_t n = 0;
    for (char c : s) n += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    return n;
  }

 public:
}

// --- File --------------------------------------------------------------------------------------

file: statement* EOF;
statement: version | timeZone | policy | table;
version: PSCHEMA number SEMI;
timeZone: TIME ZONE string SEMI;
policy: POLICY policyHead levelBlock;
policyHead: name;
table: TABLE tableHead tableBlock;
tableHead: relation (COMMA relation)*;
// More than two parts are an error that says so.
relation: name (DOT name)*;

// --- Table -------------------------------------------------------------------------------------

tableBlock: LBRACE tableClause* RBRACE;
tableClause: level | inSchema | leaves | convert | history;
inSchema: IN SCHEMA name SEMI;
convert: CONVERT (INTO DEFAULT)? SEMI;
history: HISTORY (KEEP | RESHAPE) SEMI;

// --- Levels ------------------------------------------------------------------------------------

level: PARTITION levelHead (SEMI | levelBlock);
levelHead: BY (RANGE | LIST | HASH) key every? thenEvery* encoding? levelZone? modulus?;
key: LPAREN name (COMMA name)* RPAREN;
every: EVERY (VALUE | step) starting?;
thenEvery: THEN EVERY step starting? FROM place;
starting: STARTING place;
// A second part (`1 year 6 months`) is an error that shows the right spelling.
step: unit | quantity quantity*;
quantity: number anyUnit?;
encoding: AS encodingName;
encodingName
  : UUIDV7 | ULID | YYYYMMDD | YYYYMM | YYYYMMDDHH
  | EPOCH (SECONDS | MILLISECONDS | MICROSECONDS | NANOSECONDS)
  | SNOWFLAKE string (SHIFT number)?;
levelZone: AT TIME ZONE string;
modulus: MODULUS number;

levelBlock: LBRACE levelClause* RBRACE;
levelClause
  : create | keep | detach | drop | usePolicy | named | defaultPartition | group | leaves | level;
usePolicy: POLICY name SEMI;
named: NAMED string SEMI;
defaultPartition: DEFAULT defaultHead (SEMI | levelBlock);
defaultHead: (NAMED string)? (DRAIN ALL?)?;
group: GROUP groupHead (SEMI | levelBlock);
// A group that is called `each` is written in quotes.
groupHead: (EACH | groupName) IN LPAREN value (COMMA value)* RPAREN;
value: string | number | NULL_ | TRUE | FALSE;

// --- Lifecycle ---------------------------------------------------------------------------------

create: CREATE createBody SEMI;
createBody
  : CURRENT unit? (AND number direction)?
  | AHEAD duration
  | FROM place (TO place)?
  | UNTIL place
  | NEXT WHEN condition
  | NEVER;
keep: KEEP keepBody SEMI;
keepBody
  : WHILE condition
  | (CURRENT unit? (AND number direction)?
    | FOR duration
    | BEHIND number
    | FROM place TO place
    | FOREVER) (WHILE condition)?;
direction: BEFORE | AFTER;
detach: DETACH detachBody SEMI;
detachBody: NEVER | AT MOST number | (CONCURRENTLY | BLOCKING)? (INTO SCHEMA name)?;
drop: DROP dropBody SEMI;
dropBody: (NEVER | IMMEDIATELY | duration AFTER DETACH) (WHEN condition)?;

condition: andCondition (OR andCondition)*;
andCondition: notCondition (AND notCondition)*;
notCondition: NOT* basicCondition;
basicCondition
  : SIZE comparison bytes
  | ROWS comparison number
  | REFERENCED
  | EMPTY
  | SQL DOLLAR
  | LPAREN condition RPAREN;
comparison: GREATER | GREATER_EQUAL | LESS | LESS_EQUAL | EQUAL;

// --- Leaves ------------------------------------------------------------------------------------

leaves: LEAVES leavesBlock;
leavesBlock: LBRACE leafClause* RBRACE;
leafClause: tablespace | storage | grants | rowSecurity | replicaIdentity | unlogged | foreignServer;
tablespace: TABLESPACE name SEMI;
storage: WITH LPAREN parameter (COMMA parameter)* RPAREN SEMI;
parameter: name (DOT name)? EQUAL (string | number | name);
grants: GRANTS FROM PARENT SEMI;
rowSecurity: ROW SECURITY FROM PARENT SEMI;
replicaIdentity: REPLICA IDENTITY FROM PARENT SEMI;
unlogged: UNLOGGED SEMI;
foreignServer: FOREIGN SERVER name (OPTIONS LPAREN serverOption (COMMA serverOption)* RPAREN)? SEMI;
serverOption: name string;

// --- Words and values ----------------------------------------------------------------------------

duration: durationPart durationPart*;
durationPart: number anyUnit;
bytes: bytesPart bytesPart*;
bytesPart: number (KB | MB | GB | TB);
place: string | number;
string: STRING | UNTERMINATED_STRING;
number: MINUS? (INTEGER | DECIMAL | JUNK_NUMBER);
unit: MINUTE | HOUR | DAY | WEEK | MONTH | QUARTER | YEAR;
anyUnit: unit | MINUTES | HOURS | DAYS | WEEKS | MONTHS | QUARTERS | YEARS;
name: groupName | EACH;
groupName: WORD | QUOTED | UNTERMINATED_NAME | keyword;
keyword
  : PSCHEMA | TIME | ZONE | POLICY | TABLE | PARTITION | BY | IN | SCHEMA | LEAVES | CONVERT | INTO
  | DEFAULT | HISTORY | KEEP | RESHAPE | RANGE | LIST | HASH | EVERY | STARTING | THEN | FROM | AS
  | AT | MODULUS | VALUE | UUIDV7 | ULID | EPOCH | SECONDS | MILLISECONDS | MICROSECONDS
  | NANOSECONDS | SNOWFLAKE | SHIFT | YYYYMMDD | YYYYMM | YYYYMMDDHH | GROUP | NULL_ | TRUE | FALSE
  | NAMED | DRAIN | ALL | CREATE | CURRENT | AND | AFTER | AHEAD | TO | UNTIL | NEXT | WHEN | SIZE
  | ROWS | REFERENCED | EMPTY | SQL | NEVER | BEFORE | FOR | BEHIND | WHILE | FOREVER | DETACH
  | CONCURRENTLY | BLOCKING | MOST | DROP | IMMEDIATELY | NOT | OR | TABLESPACE | WITH | GRANTS
  | PARENT | ROW | SECURITY | REPLICA | IDENTITY | UNLOGGED | FOREIGN | SERVER | OPTIONS | MINUTE
  | MINUTES | HOUR | HOURS | DAY | DAYS | WEEK | WEEKS | MONTH | MONTHS | QUARTER | QUARTERS | YEAR
  | YEARS | KB | MB | GB | TB;

// --- Keywords ------------------------------------------------------------------------------------

PSCHEMA      : P S C H E M A;
TIME         : T I M E;
ZONE         : Z O N E;
POLICY       : P O L I C Y;
TABLE        : T A B L E;
PARTITION    : P A R T I T I O N;
BY           : B Y;
IN           : I N;
SCHEMA       : S C H E M A;
LEAVES       : L E A V E S;
CONVERT      : C O N V E R T;
INTO         : I N T O;
DEFAULT      : D E F A U L T;
HISTORY      : H I S T O R Y;
KEEP         : K E E P;
RESHAPE      : R E S H A P E;
RANGE        : R A N G E;
LIST         : L I S T;
HASH         : H A S H;
EVERY        : E V E R Y;
STARTING     : S T A R T I N G;
THEN         : T H E N;
FROM         : F R O M;
AS           : A S;
AT           : A T;
MODULUS      : M O D U L U S;
VALUE        : V A L U E;
UUIDV7       : U U I D V '7';
ULID         : U L I D;
EPOCH        : E P O C H;
SECONDS      : S E C O N D S;
MILLISECONDS : M I L L I S E C O N D S;
MICROSECONDS : M I C R O S E C O N D S;
NANOSECONDS  : N A N O S E C O N D S;
SNOWFLAKE    : S N O W F L A K E;
SHIFT        : S H I F T;
YYYYMMDD     : Y Y Y Y M M D D;
YYYYMM       : Y Y Y Y M M;
YYYYMMDDHH   : Y Y Y Y M M D D H H;
GROUP        : G R O U P;
EACH         : E A C H;
NULL_        : N U L L;
TRUE         : T R U E;
FALSE        : F A L S E;
NAMED        : N A M E D;
DRAIN        : D R A I N;
ALL          : A L L;
CREATE       : C R E A T E;
CURRENT      : C U R R E N T;
AND          : A N D;
AFTER        : A F T E R;
AHEAD        : A H E A D;
TO           : T O;
UNTIL        : U N T I L;
NEXT         : N E X T;
WHEN         : W H E N;
SIZE         : S I Z E;
ROWS         : R O W S;
REFERENCED   : R E F E R E N C E D;
EMPTY        : E M P T Y;
SQL          : S Q L;
NEVER        : N E V E R;
BEFORE       : B E F O R E;
FOR          : F O R;
BEHIND       : B E H I N D;
WHILE        : W H I L E;
FOREVER      : F O R E V E R;
DETACH       : D E T A C H;
CONCURRENTLY : C O N C U R R E N T L Y;
BLOCKING     : B L O C K I N G;
MOST         : M O S T;
DROP         : D R O P;
IMMEDIATELY  : I M M E D I A T E L Y;
NOT          : N O T;
OR           : O R;
TABLESPACE   : T A B L E S P A C E;
WITH         : W I T H;
GRANTS       : G R A N T S;
PARENT       : P A R E N T;
ROW          : R O W;
SECURITY     : S E C U R I T Y;
REPLICA      : R E P L I C A;
IDENTITY     : I D E N T I T Y;
UNLOGGED     : U N L O G G E D;
FOREIGN      : F O R E I G N;
SERVER       : S E R V E R;
OPTIONS      : O P T I O N S;
MINUTE       : M I N U T E;
MINUTES      : M I N U T E S;
HOUR         : H O U R;
HOURS        : H O U R S;
DAY          : D A Y;
DAYS         : D A Y S;
WEEK         : W E E K;
WEEKS        : W E E K S;
MONTH        : M O N T H;
MONTHS       : M O N T H S;
QUARTER      : Q U A R T E R;
QUARTERS     : Q U A R T E R S;
YEAR         : Y E A R;
YEARS        : Y E A R S;
KB           : K B;
MB           : M B;
GB           : G B;
TB           : T B;

// --- Other tokens --------------------------------------------------------------------------------

SEMI         : ';';
COMMA        : ',';
DOT          : '.';
LBRACE       : '{';
RBRACE       : '}';
LPAREN       : '(';
RPAREN       : ')';
MINUS        : '-';
EQUAL        : '=';
GREATER      : '>';
GREATER_EQUAL: '>=';
LESS         : '<';
LESS_EQUAL   : '<=';

// As word processors and other databases quote. compiler/syntax says so and makes strings and quoted names of them.
TYPOGRAPHIC  : TYPOGRAPHIC_QUOTE ~[\r\n'"\u2018-\u201F\u00AB\u00BB\u2039\u203A\u2032\u2033\u00B4]* TYPOGRAPHIC_QUOTE;
BACKTICKED   : '`' ~[`\r\n]* '`';
BRACKETED    : '[' ~[[\]\r\n]* ']';
fragment TYPOGRAPHIC_QUOTE: [\u2018-\u201F\u00AB\u00BB\u2039\u203A\u2032\u2033\u00B4];

// Invisible and space-like characters among these are found by compiler/syntax.
WORD         : WORD_START WORD_PART*;
QUOTED       : '"' (~["\r\n] | '""')* '"';
STRING       : '\'' (~['\r\n] | '\'\'')* '\'';
DOLLAR       : '$' (WORD_START (WORD_START | [0-9])*)? '$' { scanDollar(); };
INTEGER      : [0-9]+ ('_' [0-9]+)*;
DECIMAL      : INTEGER '.' [0-9]+;

LINE_COMMENT : '--' ~[\r\n]* -> channel(HIDDEN);
COMMENT      : '/*' { scanComment(); };
SPACE        : [ \t\r\n]+ -> skip;

fragment WORD_START: [a-zA-Z_\u0080-\u{10FFFF}];
fragment WORD_PART: [a-zA-Z0-9_$\u0080-\u{10FFFF}];
fragment A: [aA];
fragment B: [bB];
fragment C: [cC];
fragment D: [dD];
fragment E: [eE];
fragment F: [fF];
fragment G: [gG];
fragment H: [hH];
fragment I: [iI];
fragment J: [jJ];
fragment K: [kK];
fragment L: [lL];
fragment M: [mM];
fragment N: [nN];
fragment O: [oO];
fragment P: [pP];
fragment Q: [qQ];
fragment R: [rR];
fragment S: [sS];
fragment T: [tT];
fragment U: [uU];
fragment V: [vV];
fragment W: [wW];
fragment X: [xX];
fragment Y: [yY];
fragment Z: [zZ];

// --- Junk ----------------------------------------------------------------------------------------

// `10GB`, `7days`, `1e6`, `1__0`: the longest match, so only what is none of the above.
JUNK_NUMBER         : [0-9] [a-zA-Z0-9_.$\u0080-\u{10FFFF}]*;
UNTERMINATED_NAME   : '"' (~["\r\n] | '""')*;
UNTERMINATED_STRING : '\'' (~['\r\n] | '\'\'')*;
OTHER               : .;
// Types that only the actions above give.
UNTERMINATED_COMMENT: OTHER_TYPES;
UNTERMINATED_DOLLAR : OTHER_TYPES;
fragment OTHER_TYPES: '\u0000' '\u0000';
