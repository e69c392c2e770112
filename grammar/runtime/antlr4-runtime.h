// Stands in the include path before ANTLR's own header of this name, for generated code and for compiler/syntax alike.
// Only what they need: Clang 14 cannot compile InterpreterDataReader.h of 4.9, which the whole header pulls in, and the
// rest costs about a second in every unit.
#pragma once

#include "antlr4-common.h"

#include "ANTLRInputStream.h"
#include "CommonToken.h"
#include "CommonTokenStream.h"
#include "DefaultErrorStrategy.h"
#include "Exceptions.h"
#include "FailedPredicateException.h"
#include "InputMismatchException.h"
#include "Lexer.h"
#include "NoViableAltException.h"
#include "Parser.h"
#include "ParserRuleContext.h"
#include "RecognitionException.h"
#include "TokenFactory.h"
#include "Vocabulary.h"
#include "atn/ATN.h"
#include "atn/ATNDeserializer.h"
#include "atn/ATNState.h"
#include "atn/LexerATNSimulator.h"
#include "atn/ParserATNSimulator.h"
#include "atn/PredictionContext.h"
#include "atn/Transition.h"
#include "dfa/DFA.h"
#include "misc/IntervalSet.h"
#include "support/CPPUtils.h"
#include "tree/ErrorNode.h"
#include "tree/ParseTreeListener.h"
#include "tree/TerminalNode.h"
